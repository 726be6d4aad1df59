/** What may be wrong with a picture: FFmpeg filters over a whole film, so that every condition is measured on the same clips. */

/** Noise has a fixed seed: a film is the same at each run. */
const CONDITIONS = {
  'as it is': 'null',
  'infrared look': 'hue=s=0,eq=contrast=0.8:brightness=-0.05,noise=alls=14:allf=t:all_seed=7',
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
  'half lit': "geq=lum='lum(X,Y)*if(lt(X,W/2),0.35,1)':cb='cb(X,Y)':cr='cr(X,Y)'",
} as const
export type Condition = keyof typeof CONDITIONS | 'low bitrate'

/** `low bitrate` is no filter but how the film is encoded. */
export const CONDITION_NAMES: readonly Condition[] = [...(Object.keys(CONDITIONS) as Condition[]), 'low bitrate']

/** kbit/s of `low bitrate`. */
export const LOW_BITRATE_KBPS = 60

/** The filter of a condition. */
export function filterOf(condition: Condition): string {
  return condition === 'low bitrate' ? 'null' : CONDITIONS[condition]
}
