import type { RefKind } from '../check/schema.ts';
import type { ScreenLinking, Surroundings } from './screen-linking.ts';

/** Reports a name that nothing has; remembers what a known one uses. */
export function checkRef(
  name: string,
  kind: RefKind,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
  key: boolean,
): void {
  const { catalog } = screen;
  const known = (among: Iterable<string> | null, rule: string, message: string): boolean =>
    among === null || screen.known(name, among, pointer, rule, message, key);
  switch (kind) {
    case 'field':
      if (around.fields) {
        known(
          around.fields.map((field) => field.id),
          around.rule,
          `"${name}" ${around.absence}.`,
        );
      }
      return;
    case 'source':
      if (
        known(
          screen.sources.keys(),
          'unknown-source',
          `Data source "${name}" is not in this screen's "data".`,
        )
      )
        screen.usedSources.add(name);
      return;
    case 'param':
      if (
        known(screen.params.keys(), 'unknown-param', `Parameter "${name}" is not in this screen's "params".`)
      )
        screen.usedParams.add(name);
      return;
    case 'codes':
      screen.addCodes(name, pointer);
      return;
    case 'format':
      screen.checkFormat(name, pointer);
      return;
    case 'operation':
      known(catalog.operations.keys(), 'unknown-operation', `Operation "${name}" is unknown.`);
      return;
    case 'permission':
      known(catalog.permissions, 'unknown-permission', `Permission "${name}" is unknown, so nobody has it.`);
      return;
    case 'list':
      known(
        [...catalog.entities.values()].map((entity) => entity.record.list),
        'unknown-list',
        `No entity has the list "${name}".`,
      );
      return;
    case 'entity':
      known(catalog.entities.keys(), 'unknown-entity', `Entity "${name}" is unknown.`);
      return;
    case 'form':
      known(catalog.forms.keys(), 'unknown-form', `Form "${name}" is unknown.`);
      return;
    case 'widget':
      known(catalog.language.widgets.keys(), 'unknown-widget', `Widget "${name}" is unknown.`);
      return;
    case 'icon':
      known(catalog.icons, 'unknown-icon', `Icon "${name}" is unknown.`);
      return;
    case 'query':
      known(catalog.queries.keys(), 'unknown-query', `There is no query "${name}".`);
      return;
    case 'command':
      known(catalog.commands.keys(), 'unknown-command', `There is no command "${name}".`);
      return;
    case 'help':
      if (catalog.help && !catalog.help(name))
        screen.report({
          pointer,
          rule: 'unknown-help',
          message: `Help page "${name}" does not exist.`,
          suggestion: `Write docs/help/${name}.md.`,
        });
      return;
    case 'validator':
      return;
  }
}
