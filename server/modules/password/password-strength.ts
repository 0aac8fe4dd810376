import { Worker } from 'node:worker_threads';

/** The first hundred characters decide: zxcvbn needs many seconds for hundreds. */
const scored = 100;
/** A hundred characters of figures that stand for letters still take ten seconds; this many are quick whatever they are. */
const alwaysQuick = 16;
const patienceMs = 2_000;
/** Quick or not, a busy machine may let it wait; a strong password must not be refused for that. */
const busyPatienceMs = 20_000;

function scoreOf(text: string, words: readonly string[], ms: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./password-worker.mjs', import.meta.url), {
      workerData: { text, words },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const timer = setTimeout(() => end(null), ms);
    const end = (score: number | null) => {
      clearTimeout(timer);
      resolve(score);
      void worker.terminate();
    };
    worker.once('message', (score: unknown) => end(typeof score === 'number' ? score : null));
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** 0 to 4, as zxcvbn has it. Of what takes too long the first characters are scored, which are no stronger than the whole. */
export async function passwordStrength(password: string, words: readonly string[]): Promise<number> {
  const text = password.slice(0, scored);
  const score = await scoreOf(text, words, patienceMs);
  return score ?? (await scoreOf(text.slice(0, alwaysQuick), words, busyPatienceMs)) ?? 0;
}
