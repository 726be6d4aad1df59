/** Features of the license's packages. Requirements NAV-11, APP-01. No zod here: the console's shell loads it. */

/** `VCARE` detects; `PRO` opens the features of the table below. A license may name others, which open nothing here. */
export const PACKAGES = ['VCARE', 'PRO'] as const
export type Package = (typeof PACKAGES)[number]

/** The package that each feature needs. */
export const FEATURES = {
  'escalation-rules': 'PRO',
  'incident-reports': 'PRO',
  'advanced-fall-model': 'PRO',
} as const satisfies Record<string, Package>
export type Feature = keyof typeof FEATURES

/** The package without which no app detects anything. */
export const DETECTION_PACKAGE: Package = 'VCARE'

/** Whether apps that raise alerts may run under a license with these packages. */
export const opensDetection = (packages: readonly string[]): boolean => packages.includes(DETECTION_PACKAGE)

/** Whether a license with these packages opens the feature. */
export function opensFeature(packages: readonly string[], feature: Feature): boolean {
  return packages.includes(FEATURES[feature])
}
