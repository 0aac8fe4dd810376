// Run as a worker: compressing the values of an office takes seconds of computing, which would stop every other request.
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';

/** The earliest that the format knows: the moment of writing would make every file another one. */
const mtime = new Date(1980, 0, 1);

// What is compressed already only takes time.
const members = workerData.map(({ name, bytes }) => [
  name,
  [bytes, { level: name.endsWith('.pdf') ? 0 : 6, mtime }],
]);
const zip = zipSync(Object.fromEntries(members));
parentPort?.postMessage(zip, [zip.buffer]);
