// Fifty people at work for a minute, with an import and a long report running: how long the others wait.
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { startApplication } from '#tests/support/application.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import type { BenchLine } from './line.ts';

const users = 50;
const seconds = 60;
const importedSales = 30_000;

interface Sample {
  readonly kind: string;
  readonly ms: number;
  readonly status: number;
}

interface Caller {
  readonly call: (
    method: string,
    path: string,
    body?: object | string,
  ) => Promise<{ status: number; json: unknown }>;
}

function callerAt(url: string, from: string, token = ''): Caller {
  return {
    call: async (method, path, body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
      const envelope = { CadastreSafeContent: Buffer.from(text).toString('base64') };
      const upload = typeof body === 'string';
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'x-forwarded-for': from,
          ...(token ? { authorization: `JWT ${token}` } : {}),
          ...(method === 'GET'
            ? {}
            : { 'content-type': upload ? 'application/octet-stream' : 'application/json' }),
        },
        ...(method === 'GET' ? {} : { body: upload ? text : JSON.stringify(envelope) }),
      });
      const answer = await response.text();
      return { status: response.status, json: answer === '' ? null : JSON.parse(answer) };
    },
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const field = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What one person does until the end: mostly looks, sometimes searches, opens a record, now and then saves one. */
async function work(
  person: Caller,
  sales: readonly number[],
  until: number,
  samples: Sample[],
): Promise<void> {
  const timed = async (kind: string, ...ask: Parameters<Caller['call']>) => {
    const begun = performance.now();
    const answer = await person.call(...ask);
    samples.push({ kind, ms: performance.now() - begun, status: answer.status });
    return answer.json;
  };
  while (performance.now() < until) {
    const what = Math.random();
    const sale = sales[Math.floor(Math.random() * sales.length)] ?? 1;
    if (what < 0.6) await timed('poll and pages', 'GET', what < 0.3 ? '/notifications/poll' : '/definitions');
    else if (what < 0.85) {
      const criteria = [{ fld: 'suburb', op: 'contains', val: 'AB'.charAt(Math.random() < 0.5 ? 0 : 1) }];
      const found = await timed('search', 'POST', '/sales/search', { searchType: 'full', criteria });
      const ask = {
        screen: 'sale/result',
        source: 'found',
        params: { id: field(found, 'hash') },
        limit: 200,
      };
      await timed('search', 'POST', '/query', ask);
    } else if (what < 0.95) await timed('record', 'GET', `/sales/${sale}`);
    else {
      const held = await timed('record', 'GET', `/sales/${sale}`);
      const change = {
        version: field(held, 'version'),
        house_number: String(1 + Math.floor(Math.random() * 900)),
      };
      await timed('save', 'PUT', `/sales/${sale}`, change);
    }
    await pause(200 + Math.random() * 1_200);
  }
}

function salesFile(): string {
  const lines = Array.from({ length: importedSales }, (_, i) =>
    saleLine({ pid: String(5_000_000 + i), house: String(1 + (i % 300)), dealing: `AZ${100_000 + i}` }),
  );
  return psiText(lines);
}

export async function benchCrowd(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const app = await startApplication({ server, env: { TRUST_PROXY: '127.0.0.1' } });
  try {
    const signedIn = async (username: string, password: string, from: string) => {
      const { status, json } = await callerAt(app.url, from).call('POST', '/app/login', {
        username,
        password,
      });
      if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(json)}`);
      return callerAt(app.url, from, String(field(json, 'token')));
    };
    const admin = await signedIn('admin', app.password, '10.0.0.1');
    const people: Caller[] = [];
    for (let i = 0; i < users; i++) {
      const password = await app.addUser(`crowd${i}`, 'office', '*');
      people.push(await signedIn(`crowd${i}`, password, `10.0.1.${i + 1}`));
    }
    const { rows } = await app.database.database.owner((client) =>
      client.query<{ id: number }>('select id from sale order by id limit 2000'),
    );
    const sales = rows.map(({ id }) => id);
    const samples: Sample[] = [];
    const until = performance.now() + seconds * 1_000;
    let reports = 0;
    const report = async () => {
      while (performance.now() < until) {
        const ask = {
          screen: 'report/resales',
          source: 'rows',
          params: { dst: 'all', year: 2025 },
          limit: 100,
        };
        const { status } = await admin.call('POST', '/query', {
          ...ask,
          newer_than: new Date().toISOString(),
        });
        if (status === 200) reports += 1;
        else await pause(1_000);
      }
    };
    const begun = await admin.call('POST', '/imports/upload?name=crowd.dat', salesFile());
    if (begun.status >= 300) throw new Error(`The import was refused: ${JSON.stringify(begun.json)}`);
    await Promise.all([report(), ...people.map((person) => work(person, sales, until, samples))]);
    const { rows: jobs } = await app.database.database.owner((client) =>
      client.query<{ state: string; seconds: number }>(
        `select state, extract(epoch from coalesce(finished_at, now()) - started_at)::integer as seconds
         from job where kind = 'import' order by id desc limit 1`,
      ),
    );
    return linesOf(samples, reports, `${jobs[0]?.state ?? 'missing'}, ${jobs[0]?.seconds ?? 0} s`);
  } finally {
    await app.stop();
  }
}

function linesOf(samples: readonly Sample[], reports: number, imported: string): readonly BenchLine[] {
  const line = (kind: string, of: readonly Sample[], budget: string): BenchLine => {
    const times = of.map(({ ms }) => ms);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0));
    return {
      what: `${users} users for ${seconds} s beside an import and a report: ${kind}`,
      measured: `p50 ${p50}, p95 ${p95}, p99 ${p99} ms of ${of.length}`,
      budget,
    };
  };
  const failed = samples.filter(({ status }) => status >= 500).length;
  const refused = samples.filter(({ status }) => status === 429).length;
  return [
    line('all', samples, 'p99 < 1 s'),
    ...[...new Set(samples.map(({ kind }) => kind))].sort().map((kind) =>
      line(
        kind,
        samples.filter((sample) => sample.kind === kind),
        '',
      ),
    ),
    {
      what: 'Beside them',
      measured: `${reports} reports; import ${imported}; ${failed} answers of 500 and more, ${refused} of 429`,
      budget: 'none of 500 and more',
    },
  ];
}
