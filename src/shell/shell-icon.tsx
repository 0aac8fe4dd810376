/** An icon of the frame. Its paths come with the shell's chunk, so that the sign-in page loads none of them. */
export function ShellIcon({ paths }: { readonly paths: readonly string[] }) {
  return (
    <svg className="cad-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {paths.map((path) => (
        <path key={path} d={path} fill="currentColor" fillRule="evenodd" />
      ))}
    </svg>
  );
}
