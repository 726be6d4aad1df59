/** Disturbances of video: FFmpeg filters over a whole film, so that every condition is measured on the same clips. */

/**
 * A room in the camera's own 850 nm light, step by step:
 * - one channel, mostly red: only the red light of a room is close to 850 nm, where dyes of sensor and clothes are transparent;
 * - contrast 0.85: for the same reason clothes of all colors have nearly the same brightness;
 * - a lamp beside the lens with a beam of about 90 degrees: cos^4 from the middle on, 0.43 in the corners;
 * - blur of 0.7 pixels: a lens focused by day is slightly out of focus at 850 nm;
 * - noise of 8 of 256 levels (`c0s` over the root of 3) of an amplified sensor, and then the camera's own noise reduction:
 *   a filter over space and time, like `hqdn3d`. It leaves lasting specks instead of new noise in each frame.
 * The encoder sets the bitrate (`bitrateOf`).
 */
const INFRARED = [
  'format=gbrp',
  `colorchannelmixer=${['r', 'g', 'b'].map((to) => `${to}r=0.6:${to}g=0.3:${to}b=0.1`).join(':')}`,
  'eq=contrast=0.85',
  'vignette=angle=PI/5',
  'gblur=sigma=0.7',
  'format=yuv420p',
  'noise=c0s=14:c0f=t:all_seed=7',
  'hqdn3d=4:3:6:4.5',
  'hue=s=0',
].join(',')

/** Applies a filter to a part of the frame. `crop`: width, height, left, top; `at`: its left and top again. */
function partly(crop: string, at: string, filter: string): string {
  return `format=yuv420p,split[whole][part];[part]crop=${crop},${filter}[other];[whole][other]overlay=${at}`
}

/** Adds `levels` to the luma, by place in the part and time. */
const overLight = (levels: string) => `geq=lum='clip(lum(X,Y)+${levels},0,255)':cb='cb(X,Y)':cr='cr(X,Y)'`

/** Reduces the light to a share. Reduces color as well: otherwise a face at a third of its light is orange. */
const underLight = (share: number) =>
  `lutyuv=y=val*${share}:${['u', 'v'].map((plane) => `${plane}=128+(val-128)*${share}`).join(':')}`

/** Noise has a fixed seed: a film is the same in each run. */
const CONDITIONS = {
  'as it is': 'null',
  'infrared look': INFRARED,
  // The former simulation of infrared: gray, with noise that no camera leaves in its frames.
  'strong noise': 'hue=s=0,eq=contrast=0.8:brightness=-0.05,noise=alls=14:allf=t:all_seed=7',
  'heavy noise': 'noise=alls=40:allf=t:all_seed=7',
  dim: 'eq=brightness=-0.25:contrast=0.6,noise=alls=10:allf=t:all_seed=7',
  // 12 % up and down every five seconds, as automatic exposure does.
  'exposure steps': "eq=contrast='1+0.12*mod(floor(t/5),2)':eval=frame",
  'exposure waves': "eq=contrast='1+0.1*sin(t)':eval=frame",
  // A camera on a lamp post or beside a door: up to 1 % of the width.
  shake:
    "crop=iw*0.96:ih*0.96:iw*0.02+iw*0.01*sin(t*7):ih*0.02+ih*0.01*sin(t*9),scale='2*round(iw/1.92)':'2*round(ih/1.92)'",
  // A bright rectangle that changes twice a second in the upper left corner.
  television: "drawbox=x=iw*0.04:y=ih*0.06:w=iw*0.16:h=ih*0.14:t=fill:color=white@0.6:enable='lt(mod(t,1),0.5)'",
  // Folds that swing in the wind, over the left fifth of the frame.
  curtain: partly(
    ...(['iw*0.2:ih*0.72:0:ih*0.08', '0:H*0.08'] as const),
    overLight('25*sin((X+0.1*W*sin(1.3*T+3*(Y/H*0.72+0.08)))*32/W)'),
  ),
  // Four blades of a fan in the upper right corner, one turn in 0.7 s.
  fan: partly(
    ...(['iw*0.2:iw*0.2:iw*0.77:ih*0.2-iw*0.1', 'W*0.77:H*0.2-W*0.1'] as const),
    overLight('if(lt(hypot(X-0.5*W,Y-0.5*H),0.45*W)*gt(sin(4*(atan2(Y-0.5*H,X-0.5*W)+9*T)),0),-50,0)'),
  ),
  'half lit': partly('iw/2:ih:0:0', '0:0', underLight(0.35)),
} as const
export type Condition = keyof typeof CONDITIONS | 'low bitrate'

/** `low bitrate` is not a filter but a setting of the encoder. */
export const CONDITION_NAMES: readonly Condition[] = [...(Object.keys(CONDITIONS) as Condition[]), 'low bitrate']

/** The filter of a condition. */
export function filterOf(condition: Condition): string {
  return condition === 'low bitrate' ? 'null' : CONDITIONS[condition]
}

/** kbit/s at 15 frames a second of 640 x 480: a camera's sub stream at night; and on a connection with low bandwidth. */
const NIGHT_KBPS = 512
const LOW_KBPS = 60

/** Bitrate of the encoder, kbit/s; null: constant quality. */
export function bitrateOf(condition: Condition): number | null {
  if (condition === 'infrared look') return NIGHT_KBPS
  return condition === 'low bitrate' ? LOW_KBPS : null
}
