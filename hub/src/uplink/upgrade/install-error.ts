/** A release that is not installed, and trying again does not help. */
import type { InstallErrorCode } from '@mimamori/contract/fleet/upgrade-lists.ts'

export class InstallError extends Error {
  readonly code: InstallErrorCode

  constructor(code: InstallErrorCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
  }
}
