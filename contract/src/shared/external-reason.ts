/** Why a call to a system that a customer named failed. */
import { z } from 'zod'

/** Error reasons, as keys of the console's texts. */
const EXTERNAL_REASONS = [
  'address-denied',
  'unknown-host',
  'unreachable',
  'tls',
  'timeout',
  'cut-off',
  'redirect',
  'unauthorized',
  'busy',
  'rejected',
  'server-error',
  'bad-answer',
  'too-large',
  /** The camera of the alert lacks a code. */
  'no-codes',
  /** The alert became too old before it could be sent. */
  'expired',
] as const
export const externalReason = z.enum(EXTERNAL_REASONS)
