// Flags of Node with which the service runs.

/**
 * With the usual 16 MB new objects are looked through so rarely that the live pictures that came and went meanwhile
 * count as growth, and all of memory is gone through each few seconds: with sixteen pictures watched that was a quarter of
 * what the service spends on them.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=8']
