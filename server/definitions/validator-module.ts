// Schema to ES module: ajv compiles here, on the server, so that no page needs eval.
import { createHash } from 'node:crypto';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import { build } from 'esbuild';

const modules = new Map<string, Promise<string>>();

/**
 * Text of an ES module whose default export maps rjsf's name of the schema to its compiled ajv function, as
 * `createPrecompiledValidator` takes it. The same schema is compiled once in a process.
 */
export function validatorModule(schema: object): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
  const known = modules.get(key);
  if (known) return known;
  const made = compile(schema).catch((error: unknown) => {
    modules.delete(key);
    throw error;
  });
  modules.set(key, made);
  return made;
}

async function compile(schema: object): Promise<string> {
  // CommonJS that requires parts of ajv's runtime; the bundler makes it one module without require.
  const code = compileSchemaValidatorsCode(schema, { ajvOptionsOverrides: { code: { lines: false } } });
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, sourcefile: 'validator.cjs', loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('The compiled validator is empty. Check the schema.');
  return file.text;
}
