import { describe, expect, it } from 'vitest';
import { stopsOf, visitsFile } from './visits.ts';

const row = (id: number, lon: number | null, name = `${id} OAK ST`) => ({ id, lat: -33, lon, name });
const rows = [row(7, 151.002), row(8, 151), row(9, null), row(10, 151.003, '=1+1, "X"'), row(11, 151.001)];
const stops = stopsOf({ rows, first: rows[1] ?? {} }, 'lat', 'lon');

describe('the order of visit of a map', () => {
  it('begins where it is told to, leaves out what has no place, and counts its way', () => {
    expect(stops.map(({ row }) => row.id)).toEqual([8, 11, 7, 10]);
    // 0.001 degrees of longitude at 33 degrees south: 6371008.8 m · cos 33° · π / 180 / 1000 = 93.26 m.
    expect(stops.map(({ metres }) => Math.round(metres * 10) / 10)).toEqual([0, 93.3, 93.3, 93.3]);
    expect(stops.map(({ total }) => Math.round(total))).toEqual([0, 93, 187, 280]);
  });

  it('is a file that spreadsheets read, and run nothing of', () => {
    const columns = { key: 'id', keyTitle: 'PID', latitude: 'lat', longitude: 'lon' };
    const lines = visitsFile(stops, columns, ({ name }) => String(name)).split('\r\n');
    expect(lines[0]).toBe('\ufeffNo.,PID,Name,Latitude,Longitude,Metres from the one before,Metres so far');
    expect(lines.slice(1)).toEqual([
      '1,8,8 OAK ST,-33,151,0,0',
      '2,11,11 OAK ST,-33,151.001,93,93',
      '3,7,7 OAK ST,-33,151.002,93,187',
      `4,10,"'=1+1, ""X""",-33,151.003,93,280`,
      '',
    ]);
  });
});
