import { iconPaths } from '#src/generated/icons.ts';

/** The drawing of an icon; only the icons that definitions and code name are in the bundle. */
export function IconPaths({ name }: { readonly name: string }) {
  const paths = (iconPaths as { readonly [icon: string]: readonly string[] })[name] ?? [];
  return paths.map((path) => <path key={path} d={path} fill="currentColor" fillRule="evenodd" />);
}
