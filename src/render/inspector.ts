import { createContext, useContext } from 'react';
import type { BlockProps } from './block-props.ts';

/** Somebody who looks at how a page is made; the blocks tell where they are drawn and with what. */
export interface InspectorPort {
  /** Answers the function that ends it. */
  readonly watch: (element: HTMLElement, props: () => BlockProps) => () => void;
}

const InspectorContext = createContext<InspectorPort | null>(null);
export const InspectorProvider = InspectorContext.Provider;

/** Null, and free, while nobody looks. */
export function useInspector(): InspectorPort | null {
  return useContext(InspectorContext);
}
