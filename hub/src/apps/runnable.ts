/** Which apps this hub can run: each has a file beside this one. */
import type { AlertAppCode } from '@mimamori/contract/apps.ts'

export const RUNNABLE_APPS: readonly AlertAppCode[] = ['A003']
