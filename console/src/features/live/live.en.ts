/** Texts of the live view, English. */
export const liveEn = {
  label: '{{name}}, live',
  live: 'Live',
  opening: 'Opening the live picture…',
  waiting: 'Asking the camera…',
  stalled: 'The picture stopped. This one is from {{time}}. Trying again…',
  'stalled-blank': 'No picture comes from the camera. Trying again…',
  'ends-in': 'Ends in {{time}}',
  'go-on': 'Continue',
  'ended-live-time-over': 'The viewing time of this site is over.',
  'ended-signed-out': 'Your session has ended.',
  'ended-codec-unknown': 'This browser cannot play this camera’s video format.',
  'ended-live-disabled': 'Live streaming is switched off for this site.',
  'ended-not-found': 'This camera does not exist, or it is not yours to see.',
  'ended-forbidden': 'You are not allowed to do this.',
  'ended-hub-offline': 'The hub of this camera is not connected.',
  'ended-camera-unreachable': 'The camera cannot be reached right now.',
  'full-screen': 'Full screen',
}
export type LiveTexts = Record<keyof typeof liveEn, string>
