// `npm run kill -- saves|import|uploads|publishes|annual|exports|files [ROUNDS] [SEED]`: kill -9 at random moments, then the invariants.
const [what, ...rest] = process.argv.slice(2);
const scripts: { readonly [name: string]: string } = {
  saves: './kill-saves.ts',
  import: './kill-import.ts',
  uploads: './kill-uploads.ts',
  publishes: './kill-publishes.ts',
  annual: './kill-annual.ts',
  exports: './kill-exports.ts',
  files: './kill-files.ts',
};
const script = scripts[what ?? ''];
if (!script) {
  console.error(`Say what is killed: ${Object.keys(scripts).join(' or ')}.`);
  process.exit(1);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(script);

export {};
