import type { Shape } from '../expressions/shape.ts';

/** Shape of a text that is one path, where the step stands; null for any other text. */
export type ShapeOfText = (text: string) => Shape | null;
