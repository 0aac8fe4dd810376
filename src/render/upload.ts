import { type ApiPort, useApi } from './ports.tsx';

/** Sends one file to an upload operation; progress is a share from 0 to 1. */
export function useUpload(): ApiPort['upload'] {
  return useApi().upload;
}
