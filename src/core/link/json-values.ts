// The values that these read were checked against their meta-schema, whose types they repeat.
import { isJsonObject, type Json, type JsonObject } from '../values.ts';

export function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

export function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function texts(value: Json | undefined): readonly string[] {
  return list(value).filter((entry) => typeof entry === 'string');
}
