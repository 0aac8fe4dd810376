import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { untilServes } from '../kill/office.ts';
import { endChild } from './tools.ts';

export interface MemberOptions {
  /** The checkout. */
  readonly root: string;
  readonly port: number;
  readonly env: { readonly [name: string]: string };
}

/** One of our servers in a process of its own. */
export class Member {
  readonly port: number;
  private child: ChildProcess | null = null;
  private text = '';

  constructor(private readonly options: MemberOptions) {
    this.port = options.port;
  }

  async start(): Promise<void> {
    const { root, env, port } = this.options;
    this.text = '';
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/main.ts'), '--empty'], {
      cwd: root,
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.text += chunk.toString('utf8');
      });
    this.child = child;
    await untilServes(child, () => this.text, 1_200);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get output(): string {
    return this.text;
  }

  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return endChild(this.child, signal);
  }
}
