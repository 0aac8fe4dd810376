import { benchGrid } from './bench-grid.ts';

const result = await benchGrid();
for (const [name, figures] of Object.entries({
  ours: result.ours,
  'AG Grid': result.agGrid,
  'TanStack Virtual': result.tanStack,
})) {
  const { cpuPerFrame, heap, blankFrames } = figures;
  console.log(
    `${name.padEnd(17)} ${cpuPerFrame.toFixed(2)} ms a frame, ${heap.toFixed(1)} MB heap, ${blankFrames} blank`,
  );
}
console.log(
  `CPU: ${result.cpuToAgGrid.toFixed(2)} of AG Grid's, ${result.cpuToTanStack.toFixed(2)} of TanStack Virtual's`,
);
console.log(
  `Heap: ${result.heapToAgGrid.toFixed(2)} of AG Grid's, ${result.heapToTanStack.toFixed(2)} of TanStack Virtual's`,
);
