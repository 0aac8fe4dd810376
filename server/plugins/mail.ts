import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from './log.ts';

export interface Letter {
  /** Null: nobody's address is known, so it is left in the outbox. */
  readonly to: string | null;
  /** Whom it is for, in words. */
  readonly toName: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mail {
  /** Where letters go: by SMTP, or into the outbox folder where no SMTP is configured. */
  readonly delivery: 'mail' | 'outbox';
  /** Does work whose length must not be told by an answer; its failure is logged. */
  readonly later: (work: () => Promise<void>) => void;
  readonly send: (letter: Letter) => Promise<void>;
  /** Resolves when all that was put off is done. */
  readonly idle: () => Promise<void>;
}

type MailConfig = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom'>;

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

/** A letter as a file that a person can read; its name begins with the moment, so that they stand in order. */
async function writeLetter(config: MailConfig, letter: Letter, at: Date): Promise<void> {
  const folder = join(config.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${at.toISOString().replace(/\D/g, '').slice(0, 17)}-${randomUUID()}.eml`;
  const head = {
    Date: at.toUTCString(),
    From: config.mailFrom,
    To: letter.to === null ? `${oneLine(letter.toName)}:;` : oneLine(letter.to),
    Subject: oneLine(letter.subject),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const lines = Object.entries(head).map(([field, value]) => `${field}: ${value}`);
  await writeFile(join(folder, `.${name}`), `${lines.join('\n')}\n\n${letter.text}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  await rename(join(folder, `.${name}`), join(folder, name));
}

async function bySmtp(url: string, from: string, letter: Letter & { readonly to: string }): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  try {
    const { to, subject, text } = letter;
    await transport.sendMail({ from, to: oneLine(to), subject: oneLine(subject), text });
  } finally {
    transport.close();
  }
}

export function createMail(config: MailConfig, log: Log, now: () => Date): Mail {
  const { smtpUrl } = config;
  const running = new Set<Promise<void>>();
  return {
    delivery: smtpUrl === null ? 'outbox' : 'mail',
    later: (work) => {
      // After the answer has gone its way.
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.failure('mail', error))
        .finally(() => running.delete(done));
      running.add(done);
    },
    send: async (letter) => {
      const { to } = letter;
      if (smtpUrl === null || to === null) return writeLetter(config, letter, now());
      try {
        await bySmtp(smtpUrl, config.mailFrom, { ...letter, to });
      } catch (error) {
        // A letter that the mail server does not take is not lost: an administrator finds it.
        log.failure('mail', error);
        await writeLetter(config, letter, now());
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
