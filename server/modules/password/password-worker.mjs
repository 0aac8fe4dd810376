// Run as a worker: what a hostile password costs is paid beside the server's own thread, and can be stopped.
import { parentPort, workerData } from 'node:worker_threads';
import zxcvbn from 'zxcvbn';

parentPort?.postMessage(zxcvbn(workerData.text, workerData.words).score);
