/** States of a hub's upgrade and reasons of failure, as plain lists from which the schemas are built. */

/** In this order; `returned`: the version before runs again; `failed`: the new one was never started. */
export const UPGRADE_STATES = [
  'waiting',
  'offered',
  'downloading',
  'checking',
  'starting',
  'healthy',
  'returned',
  'failed',
  'cancelled',
] as const
export type UpgradeState = (typeof UPGRADE_STATES)[number]

/** A hub's reports on its own upgrade. */
export const UPGRADE_STEPS = ['downloading', 'checking', 'starting', 'healthy', 'returned', 'failed'] as const

/** Not over yet: the hub works on it, or will. */
export const OPEN_UPGRADES = ['waiting', 'offered', 'downloading', 'checking', 'starting'] as const

/** Why a new version was never started. */
const INSTALL_ERRORS = [
  'release-missing',
  'not-newer',
  'signature-wrong',
  'sum-wrong',
  'disk-full',
  'video-library-missing',
  'archive-unreadable',
  'key-missing',
  'internal',
] as const
export type InstallErrorCode = (typeof INSTALL_ERRORS)[number]
/**
 * Why the previous version runs again: the new one exited, never reported, or did not work as well as the previous one.
 */
export const TRIAL_ERRORS = ['crashed', 'silent', 'not-connected', 'cameras-missing', 'folder-missing'] as const
export type TrialError = (typeof TRIAL_ERRORS)[number]
/** Reasons that a hub reports. */
export const HUB_UPGRADE_REASONS = [...INSTALL_ERRORS, ...TRIAL_ERRORS] as const
/** `person`: somebody cancelled it; `replaced`: another version was chosen; `site-stopped`: another hub of the site failed. */
export const UPGRADE_REASONS = [...HUB_UPGRADE_REASONS, 'person', 'replaced', 'site-stopped'] as const
export type UpgradeReason = (typeof UPGRADE_REASONS)[number]

/** How a hub was started, and so who can upgrade it; `keyless`: with the launcher, but without a key to check releases. */
export const INSTALLATIONS = ['launcher', 'keyless', 'container', 'checkout'] as const
export type Installation = (typeof INSTALLATIONS)[number]

/** Time that the first hub of a site must have been healthy before the others follow. */
export const SITE_FOLLOWS_AFTER_MINUTES = 10
