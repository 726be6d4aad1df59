/** How lists of recordings are sorted, as a plain list. */

export const RECORDING_SORTS = ['startedAt', 'durationMs', 'bytes'] as const
export type RecordingSort = (typeof RECORDING_SORTS)[number]
