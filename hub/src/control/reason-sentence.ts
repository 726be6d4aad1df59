/** Why a camera gives no pictures, as a sentence for the person who started the hub. */
import type { StatusReason, StatusReasonCode } from '@mimamori/contract/camera/status-reason.ts'

/** In braces: the values of the reason. */
const SENTENCES: Record<StatusReasonCode, string> = {
  'hub-silent': 'The hub does not answer.',
  'camera-silent': 'No picture has come for longer than allowed.',
  connecting: 'The hub is connecting to it.',
  disabled: 'The camera is switched off.',
  stopped: 'Its process was stopped in the console.',
  'worker-lost': 'The video process of this camera ended unexpectedly and is being restarted.',
  'bad-address': 'The stream address must start with rtsp:// or rtsps:// and name a host.',
  'scene-not-demo': 'A scene: address works only on a hub that was started for the demo (--demo-scenes).',
  'host-unknown': 'The host name {host} is not known.',
  'network-not-allowed': '{host} is in none of the site’s camera networks.',
  refused: '{host} refuses the connection: no camera listens there.',
  'clock-ahead': 'The clock of the camera is {seconds} s ahead.',
  'clock-behind': 'The clock of the camera is {seconds} s behind.',
  unreachable: '{host} cannot be reached ({detail}).',
  timeout: '{host} did not answer in time.',
  'closed-early': '{host} closed the connection; it is no RTSP camera.',
  'not-rtsp': 'Something answers at {host}, but it is no RTSP camera.',
  'too-long': 'What {host} answers is too long or no RTSP.',
  redirected: 'The camera at {host} points to another address, which is not followed.',
  'login-missing': 'The camera at {host} asks for a user name and password.',
  'login-wrong': 'The camera at {host} does not accept the user name and password.',
  'login-basic': 'The camera at {host} takes the password readable alone, and that is not allowed for it.',
  'certificate-unknown': 'Nobody has accepted the certificate of the camera at {host} yet.',
  'certificate-changed': 'The camera at {host} shows another certificate than the accepted one.',
  'not-found': 'The camera at {host} has no stream at the path of its address.',
  'settings-wrong': 'Its connection settings are wrong.',
  'not-received': 'No video arrives from it.',
  'opening-ended': 'The camera at {host} ended the connection before its stream began.',
  'opening-failed': 'The stream could not be opened: {detail}',
  'not-begun': 'The camera answers, but its stream does not begin.',
  'no-video': 'The stream holds no H.264 or H.265 video.',
  'no-frames': 'The camera is connected but sends no pictures.',
  'no-key-frames':
    'The camera never sends a whole picture (key frame) in H.264. Set it to H.264 with a key frame every 2 seconds.',
  'not-decodable':
    'The camera sends data, but no picture can be made of it. Check its video settings (codec, profile).',
  'picture-too-large': 'The pictures are too large: at most 33 megapixels (8K) can be shown.',
  'too-many-pictures': 'The camera sends far too many pictures. Set its frame rate to 30 a second or fewer.',
  ended: 'The camera ended its stream.',
  failed: 'The stream failed: {detail}',
  'learning-view': 'The light or the whole picture changed; alerts pause for some seconds.',
  'view-changed': 'The camera shows another view than before: bed outlines and masks may lie elsewhere.',
  'looks-elsewhere': 'A person looks around with this camera: nothing is detected until it returns.',
  'home-failed': 'The camera was turned and did not return to its home view; the hub tries again.',
  'lens-unclear': 'The lens is covered, dirty or out of focus.',
  'too-dark': 'The picture is dark: there is no light and no infrared, or the lens is covered.',
  'picture-frozen': 'The camera sends the same picture again and again.',
  'format-unsteady':
    'The camera changes its picture size again and again: recordings and live view break off each time.',
  'clock-jumps': 'The time stamps of this camera jump; its pictures are placed by when they arrive.',
  'stamps-wrong':
    'The time stamps of this camera run too slow or too fast, so its frames are placed by when they arrive. Set its frame rate again.',
  'pictures-broken': 'Many pictures arrive broken. Check the network cable, the Wi-Fi or the bit rate of the camera.',
  'key-frames-rare':
    'Whole pictures (key frames) come too rarely for live view and recordings. Set the key frame interval to 2 seconds.',
  'sub-stream-lost': 'The small stream gives no pictures: detection uses the big one, which costs more.',
  'sub-stream-shape':
    'The small stream has another shape than the big one and is not used. Set both to the same shape, 16:9 for example.',
  'main-stream-lost':
    'The big stream gives no pictures: detection goes on with the small one, and the recording has a gap.',
  'pose-missing': 'The pose model does not run: falls are judged by the background alone, which is less sure.',
  'pose-late': 'The hub is too slow for all its cameras: the pose model looks at this one too rarely.',
  other: '{text}',
}

/** The sentence, in English. */
export function reasonSentence({ code, params }: StatusReason): string {
  const values: Record<string, string> = params
  return SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
