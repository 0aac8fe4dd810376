// Makes the first version of a definition from what is known: a query's columns, an entity's fields.
import { suggest } from '#src/core/suggest.ts';
import { newEntity } from './new/entity.ts';
import { newForm } from './new/form.ts';
import { newList } from './new/list.ts';
import { newRecord } from './new/record.ts';
import { newReport } from './new/report.ts';
import { type Io, UsageError, type Verb } from './verb.ts';

interface Kind {
  readonly make: (name: string, io: Io) => number | Promise<number>;
  readonly name?: RegExp;
  /** What a name looks like, for whoever gave another. */
  readonly like?: string;
}

const kinds: { readonly [what: string]: Kind } = {
  report: {
    make: newReport,
    name: /^[a-z][a-z0-9]{1,39}$/,
    like: 'small letters and figures, such as "avmcheck"',
  },
  entity: {
    make: newEntity,
    name: /^[a-z][a-zA-Z]{1,29}$/,
    like: 'letters, the first a small one, such as "objection" or "leaseLot"',
  },
  list: { make: newList },
  record: { make: newRecord },
  form: { make: newForm },
};

export const newVerb: Verb = {
  name: 'new',
  usage: 'report|entity|list|record|form NAME',
  summary: 'Writes the first version of a definition.',
  details: [
    'report NAME: from screens/report/NAME.sql, whose columns and parameters are asked of the database; without that',
    '  file a query to begin with is written first. A test of expectations is written beside it.',
    'entity NAME: a record type whole: entity, tables of its codes, migration, view, and the pages to search, to list what',
    '  was found, to read and change a record, and to make one. An entity that is there already is taken as it is.',
    'list ENTITY, record ENTITY: a list of records, a record with its form, from the fields of the entity.',
    'form NAME: a form schema that is no record.',
  ],
  run: async (args, io) => {
    const [what, name, ...more] = args;
    if (what === undefined || name === undefined || more.length > 0)
      throw new UsageError('Say what to make and its name.');
    const kind = Object.hasOwn(kinds, what) ? kinds[what] : undefined;
    if (!kind) {
      const near = suggest(what, Object.keys(kinds));
      throw new UsageError(`"${what}" cannot be made.${near ? ` ${near}` : ''}`);
    }
    if (kind.name?.test(name) === false)
      throw new UsageError(
        `"${name}" is no name of ${what === 'entity' ? 'an' : 'a'} ${what}. Use ${kind.like}.`,
      );
    return kind.make(name, io);
  },
};
