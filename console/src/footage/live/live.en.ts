/** Texts of the live view, English. */
export const liveEn = {
  label: '{{name}}, live',
  live: 'Live',
  opening: 'Opening the live picture…',
  waiting: 'Asking the camera…',
  stalled: 'The picture stopped. Trying again…',
  'stalled-blank': 'No picture comes from the camera. Trying again…',
  'stalled-hub-offline': 'The hub of this camera is not connected. Trying again…',
  'stalled-camera-unreachable': 'The camera cannot be reached right now. Trying again…',
  'stalled-too-many-live': 'Too many live pictures are open. Close some in your other windows.',
  'seconds-old': '{{seconds}} s old',
  'minutes-old': '{{minutes}} min old',
  frames: 'Live, drawn picture by picture: this browser cannot play it as video.',
  stills:
    'Live, two pictures a second: this browser cannot play live video. The camera is not the cause. Another browser shows more.',
  'ends-in': 'Ends in {{time}}',
  'go-on': 'Continue',
  'ended-live-time-over': 'The viewing time of this site is over.',
  'ended-signed-out': 'Your session has ended.',
  'ended-live-disabled': 'Live streaming is switched off for this site.',
  'ended-live-off': 'Live streaming is off for this room.',
  again: 'Try again',
  'ended-not-found': 'This camera does not exist, or it is not yours to see.',
  'ended-forbidden': 'You are not allowed to do this.',
  'full-screen': 'Full screen',
}
export type LiveTexts = Record<keyof typeof liveEn, string>
