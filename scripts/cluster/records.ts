import { randomUUID } from 'node:crypto';
import { expect } from './check.ts';
import type { Cluster } from './cluster.ts';

export interface Sale {
  readonly id: number;
  readonly version: number;
}

let made = 0;

export async function addSale({ admin, proxy }: Cluster, district: string): Promise<Sale> {
  made += 1;
  const { status, body } = await admin.ask(proxy, 'POST', '/sales', {
    request_id: randomUUID(),
    district_code: district,
    purchase_price: 100_000 + made,
    contract_date: '2025-03-01',
    dealing_number: `CLUSTER${made}`,
  });
  expect(status === 201, `No sale could be made: ${status} ${JSON.stringify(body)}`);
  return { id: Number(body.id), version: Number(body.version) };
}
