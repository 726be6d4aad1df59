/** Why a call to a system that a customer named failed. */
import { z } from 'zod'

/** Error reasons, as keys of the console's texts. */
export const EXTERNAL_REASONS = [
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
] as const
export const externalReason = z.enum(EXTERNAL_REASONS)
