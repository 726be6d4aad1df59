/** Which apps this hub can run: each that raises incidents has a file beside this one, and A007 is the pipeline's recorder. */
import { ALERT_APP_CODES, type AppCode } from '@mimamori/contract/shared/app-catalogue.ts'

export const RUNNABLE_APPS: readonly AppCode[] = [...ALERT_APP_CODES, 'A007']
