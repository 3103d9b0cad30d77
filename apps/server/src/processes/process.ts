import { Config, endOnSignal, MeasuredMetric, Metrics } from '@app/platform';
import { startServer } from '../boot';
import { FromProcess, SLOT, ToProcess } from './messages';

const tell = (message: FromProcess): void => void process.send!(message);

/**
 * One of several server processes on a machine. The supervisor holds their shared port. When the supervisor ends, Node
 * ends this process too.
 */
export async function serveInProcess(): Promise<void> {
  const config = Config.fromEnvironment(process.env);
  const server = await startServer(config, config.databaseUrl!);
  const database = { gone: new Promise<void>(() => undefined), close: async () => undefined };
  endOnSignal(server.leave, database, config.drainSeconds, server.outdated);
  measureTogether(server.app.get(Metrics), process.env[SLOT]!);
  tell({ say: 'ready', url: server.url, firstStart: server.firstStart });
}

/** Whichever process is asked for measurements answers with those of all, told apart by a label. */
function measureTogether(metrics: Metrics, slot: string): void {
  const questions = new Map<number, (all: MeasuredMetric[][]) => void>();
  let asked = 0;
  metrics.registry.setDefaultLabels({ process: slot });
  metrics.gather = () =>
    new Promise((resolve) => {
      const question = ++asked;
      questions.set(question, resolve);
      tell({ say: 'measure', question });
    });
  process.on('message', (message: ToProcess) => {
    if (message.say === 'measure')
      void metrics.own().then((own) => tell({ say: 'measured', round: message.round, metrics: own }));
    else {
      questions.get(message.question)?.(message.all);
      questions.delete(message.question);
    }
  });
}
