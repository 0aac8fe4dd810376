/** SQL with `:name` parameters, cut at them: `parts[i]` is followed by `names[i]`. */
export interface NamedSql {
  readonly parts: readonly string[];
  readonly names: readonly string[];
}

/** End of the token that begins at `i`, when it is one that may hide a colon; else `i`. */
function opaqueEnd(sql: string, i: number): number {
  const rest = () => sql.slice(i);
  const c = sql[i];
  if (c === "'") {
    const escapes = /(^|[^\w$])[eE]$/.test(sql.slice(Math.max(0, i - 2), i));
    for (let j = i + 1; j < sql.length; j++) {
      if (escapes && sql[j] === '\\') j++;
      else if (sql[j] === "'") {
        if (sql[j + 1] !== "'") return j + 1;
        j++;
      }
    }
    return sql.length;
  }
  if (c === '"') {
    const end = sql.indexOf('"', i + 1);
    return end < 0 ? sql.length : end + 1;
  }
  if (c === '-' && sql[i + 1] === '-') {
    const end = sql.indexOf('\n', i);
    return end < 0 ? sql.length : end + 1;
  }
  if (c === '/' && sql[i + 1] === '*') {
    let depth = 0;
    for (let j = i; j < sql.length; j++) {
      if (sql.startsWith('/*', j)) {
        depth++;
        j++;
      } else if (sql.startsWith('*/', j)) {
        depth--;
        j++;
        if (depth === 0) return j + 1;
      }
    }
    return sql.length;
  }
  if (c === '$' && !/[\w$]/.test(sql[i - 1] ?? '')) {
    const tag = /^\$(?:[A-Za-z_]\w*)?\$/.exec(rest().slice(0, 70))?.[0];
    if (tag !== undefined) {
      const end = sql.indexOf(tag, i + tag.length);
      return end < 0 ? sql.length : end + tag.length;
    }
  }
  return i;
}

/**
 * Finds the parameters of a statement as psql reads them: strings, quoted names, comments, dollar quotes
 * and `::casts` are left alone. A slice `a[x:y]` of an array has to be written `a[x : y]`.
 */
export function parseNamedSql(sql: string): NamedSql {
  const parts: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (let i = 0; i < sql.length; ) {
    const end = opaqueEnd(sql, i);
    if (end > i) {
      i = end;
      continue;
    }
    if (sql[i] === ':' && sql[i + 1] === ':') i += 2;
    else {
      const name = sql[i] === ':' ? /^:([A-Za-z_]\w*)/.exec(sql.slice(i, i + 70))?.[1] : undefined;
      if (name === undefined) i++;
      else {
        parts.push(sql.slice(from, i));
        names.push(name);
        i += name.length + 1;
        from = i;
      }
    }
  }
  // A closing semicolon would end the wrapped statement.
  parts.push(sql.slice(from).replace(/;\s*$/, '\n'));
  return { parts, names };
}

export interface PositionalSql {
  readonly text: string;
  /** `$1` is the first name. */
  readonly names: readonly string[];
}

/** Writes each name as its `$n`, the same name always as the same one. */
export function toPositional(named: NamedSql): PositionalSql {
  const names = [...new Set(named.names)];
  const text = named.parts
    .map((part, i) => {
      const name = named.names[i];
      return name === undefined ? part : `${part}$${names.indexOf(name) + 1}`;
    })
    .join('');
  return { text, names };
}
