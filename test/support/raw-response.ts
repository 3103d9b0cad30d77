import { connect } from 'node:net';

/** All answers to these bytes until the other side ends the connection. */
export function rawResponse(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

/** The JSON of such an answer. */
export const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1]);
