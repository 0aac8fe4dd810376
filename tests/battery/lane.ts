// A page of a visitor that one drawing after the other uses, with ears for what the browser complains of.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { openRequests } from '#scripts/screens/render/rest.ts';
import { directTraffic, type Traffic } from './traffic.ts';
import { storageKey, type Visitor } from './visitors.ts';

export interface Complaint {
  readonly kind: 'console' | 'csp';
  readonly text: string;
}

export interface Seat {
  readonly page: Page;
  readonly traffic: Traffic;
  readonly session: CDPSession;
  /** What was complained of since the last call. */
  readonly complaints: () => readonly Complaint[];
  /** Requests of the page that have no answer yet. */
  readonly pending: () => number;
  readonly close: () => Promise<void>;
}

const violated = 'Content-Security-Policy violated:';

async function openContext(browser: Browser, kept: string | null, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: kept === null ? [] : [{ origin, localStorage: [{ name: storageKey, value: kept }] }],
    },
  });
  await context.addInitScript((words) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `${words} ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  }, violated);
  return context;
}

async function seatIn(page: Page, origin: string, close: () => Promise<void>): Promise<Seat> {
  const session = await page.context().newCDPSession(page);
  const traffic = await directTraffic(session, origin);
  let heard: Complaint[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    // The browser's own word on a failed answer, of the address that was made to fail.
    if (text.startsWith('Failed to load resource') && traffic.failed.has(message.location().url)) return;
    const csp = text.startsWith(violated) || /Content Security Policy/.test(text);
    heard.push({ kind: csp ? 'csp' : 'console', text: text.slice(0, 400) });
  });
  page.on('pageerror', (error) => {
    heard.push({ kind: 'console', text: `${error.name}: ${error.message}` });
  });
  const pending = openRequests(page);
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  return {
    page,
    traffic,
    session,
    complaints: () => {
      const told = heard;
      heard = [];
      return told;
    },
    pending,
    close,
  };
}

export async function takeSeat(
  browser: Browser,
  origin: string,
  visitor: Visitor,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Seat> {
  const context = await openContext(browser, visitor.kept, origin);
  await prepare(context);
  return seatIn(await context.newPage(), origin, () => context.close());
}

/** A page in a context that others had before: it keeps nothing of theirs but the code that the browser has loaded. */
async function takeUsedSeat(context: BrowserContext, origin: string, visitor: Visitor): Promise<Seat> {
  const page = await context.newPage();
  // An address of the same origin without the application.
  await page.goto(`${origin}/version.txt`);
  await page.evaluate(
    ([key, kept]) => {
      localStorage.clear();
      if (kept !== null) localStorage.setItem(key, kept);
    },
    [storageKey, visitor.kept] as const,
  );
  return seatIn(page, origin, () => page.close());
}

export interface Lane {
  /** The page of everybody of this role, which stays open. */
  readonly seat: (visitor: Visitor) => Promise<Seat>;
  /** A new page for somebody, who closes it; the lane has one such page at a time. */
  readonly ownSeat: (visitor: Visitor) => Promise<Seat>;
}

export interface Lanes {
  /** Gives a lane of its own to a piece of work, when one is free. */
  readonly use: <Result>(work: (lane: Lane) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** `count` pieces of work at a time; a lane keeps one page for every visitor. */
export function openLanes(browser: Browser, origin: string, count: number): Lanes {
  const free: Lane[] = [];
  const waiting: ((lane: Lane) => void)[] = [];
  const seats: Seat[] = [];
  const contexts: Promise<BrowserContext>[] = [];
  for (let i = 0; i < count; i++) {
    let used: Promise<BrowserContext> | undefined;
    const own = new Map<string, Promise<Seat>>();
    free.push({
      seat: (visitor) => {
        const known = own.get(visitor.role);
        if (known) return known;
        const taken = takeSeat(browser, origin, visitor).then((seat) => {
          seats.push(seat);
          return seat;
        });
        own.set(visitor.role, taken);
        return taken;
      },
      ownSeat: async (visitor) => {
        if (!used) {
          used = openContext(browser, null, origin);
          contexts.push(used);
        }
        return takeUsedSeat(await used, origin, visitor);
      },
    });
  }
  return {
    use: async (work) => {
      const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
      try {
        return await work(lane);
      } finally {
        const next = waiting.shift();
        if (next) next(lane);
        else free.push(lane);
      }
    },
    close: async () => {
      for (const seat of seats) await seat.close();
      for (const context of contexts) await (await context).close();
    },
  };
}
