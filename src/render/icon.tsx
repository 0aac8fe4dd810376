/** A 16 px icon by name. Only the icons that definitions and code name are in the bundle. */
import { iconPaths } from '#src/generated/icons.ts';

export function Icon({ name }: { readonly name: string }) {
  const paths = (iconPaths as { readonly [icon: string]: readonly string[] })[name];
  if (!paths) return null;
  return (
    <svg className="cad-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {paths.map((path) => (
        <path key={path} d={path} fill="currentColor" fillRule="evenodd" />
      ))}
    </svg>
  );
}
