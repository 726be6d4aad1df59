/** Names of saved images and clips. ALERT-08. */

/** What is not called an image is a video. */
export function isVideoName(name: string): boolean {
  return !/\.(jpe?g|png)$/i.test(name)
}

/** `<camera> <location> <2026-11-21 02-13-05>.mp4`, without what file systems forbid. `wallTime` is in the user's zone. */
export function videoName(cameraName: string, location: string, wallTime: string): string {
  const parts = [cameraName, location, wallTime.replaceAll(':', '-')].map(safe)
  return `${parts.filter(Boolean).join(' ')}.mp4`
}

/** `<schema code or default>-<November 2026>-analytics-report.pdf`. METRIC-04. */
export function reportName(schemaCode: string | undefined, months: string): string {
  return `${safe(schemaCode ?? '') || 'default'}-${safe(months)}-analytics-report.pdf`
}

function safe(part: string): string {
  return part
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}
