/** Which part of a camera's settings is shown, saved in the address. */
const CAMERA_TABS = ['general', 'schedule', 'system'] as const
export type CameraTab = (typeof CAMERA_TABS)[number]

/** Reads an address that anybody may have typed; the first tab leaves it plain. */
export function toCameraTab(raw: Record<string, unknown>): { tab?: CameraTab } {
  const tab = CAMERA_TABS.find((known) => known === raw.tab)
  return tab && tab !== 'general' ? { tab } : {}
}
