// Our theme for rjsf: it walks the section's schema, our parts draw it. Plain functions throughout,
// because rjsf rejects memo() and forwardRef() components under React 19.
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  TemplatesType,
} from '@rjsf/utils';
import { FieldGroup } from './field-group.tsx';
import { FieldPart } from './field-part.tsx';
import { useForm } from './form-context.ts';

/** Every value, whatever its type, is drawn by the widget that the definition names. */
function ValueField({ fieldPathId }: FieldProps) {
  const field = useForm().store.field(String(fieldPathId.path[0] ?? ''));
  return field ? <FieldPart field={field} /> : null;
}

function FieldTemplate({ fieldPathId, children }: FieldTemplateProps) {
  const { store } = useForm();
  const name = fieldPathId.path[0];
  // The root is the section itself.
  if (name === undefined) return <>{children}</>;
  const field = store.field(String(name));
  return field ? <FieldGroup field={field}>{children}</FieldGroup> : null;
}

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return <>{properties.map((property) => property.content)}</>;
}

export const themeFields: RegistryFieldsType = { value: ValueField };
export const themeTemplates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };
