import { type Diagnostic, formatDiagnostic } from '#src/core/diagnostic.ts';

const id = 'cad-definition-problems';

function isDiagnostic(value: unknown): value is Diagnostic {
  return (
    typeof value === 'object' && value !== null && 'file' in value && 'rule' in value && 'message' in value
  );
}

function findings(text: string): readonly Diagnostic[] {
  const parsed: unknown = JSON.parse(text);
  const list =
    typeof parsed === 'object' && parsed !== null && 'diagnostics' in parsed ? parsed.diagnostics : parsed;
  return Array.isArray(list) ? list.filter(isDiagnostic) : [];
}

/** Lays the findings about definitions over the page, each with its place; none removes the layer. */
export function showDefinitionProblems(text: string): void {
  document.getElementById(id)?.remove();
  const list = findings(text).filter((finding) => finding.severity === 'error');
  if (list.length === 0) return;
  const layer = document.createElement('pre');
  layer.id = id;
  layer.setAttribute('role', 'alert');
  layer.textContent = list.map(formatDiagnostic).join('\n');
  document.body.append(layer);
}
