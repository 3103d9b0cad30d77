import { createHash } from 'node:crypto';

export const API_KEY_LENGTH = 32;
export const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const SHAPE = /^[A-Za-z0-9]{32}$/;

export const isApiKey = (text: string): boolean => SHAPE.test(text);

/** The stored form of a key. Keys are random enough to need neither salt nor a slow hash. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();
