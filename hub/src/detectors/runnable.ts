/** Which apps this hub can run: each that raises alerts has a file beside this one, and A007 is the pipeline's recorder. */
import type { AppCode } from '@mimamori/contract/camera/apps.ts'

export const RUNNABLE_APPS: readonly AppCode[] = ['A001', 'A003', 'A004', 'A005', 'A006', 'A007']
