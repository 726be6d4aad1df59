/** The appearance of each person of the demo: build, hair and clothes. All are invented and resemble nobody. */
import { type Color, hex } from '../base/material.ts'
import type { Bearing } from './pose.ts'

type HairStyle = 'short' | 'bob' | 'bun' | 'bald'
export type Look = Bearing & {
  role: 'resident' | 'carer'
  skin: Color
  hair: Color
  style: HairStyle
  top: Color
  /** Collar, cuffs and buttons. */
  trim: Color
  trousers: Color
  shoes: Color
  /** Sleeves end at the wrist (1) or above the elbow (0.5). */
  sleeves: number
  /** 1 is slim. */
  stout: number
  /** Metres per second at an easy walk. */
  pace: number
  /** What they hold on to when they walk. */
  aid?: 'walking-frame'
}

const resident = (look: Omit<Look, 'role' | 'sleeves' | 'shoes' | 'skin'> & { skin?: string }): Look => ({
  ...look,
  role: 'resident',
  sleeves: 1,
  skin: hex(look.skin ?? '#dcb494'),
  shoes: hex('#8a6f5a'),
})
const carer = (look: Pick<Look, 'tall' | 'hair' | 'style' | 'top' | 'stout'>): Look => ({
  ...look,
  role: 'carer',
  skin: hex('#e2b896'),
  trim: hex('#f4f4f0'),
  trousers: hex('#3b4658'),
  shoes: hex('#eceae6'),
  sleeves: 0.5,
  stoop: 2,
  pace: 1.05,
})

/** Who lives in which room. */
export const RESIDENTS: Record<string, Look> = {
  'room-201': resident({
    tall: 1.49,
    stoop: 16,
    hair: hex('#d9d6d0'),
    style: 'bun',
    top: hex('#cf9fa6'),
    trim: hex('#f3e3e4'),
    trousers: hex('#a98a91'),
    stout: 1.04,
    pace: 0.55,
  }),
  'room-202': resident({
    tall: 1.66,
    stoop: 8,
    hair: hex('#b9b6b0'),
    style: 'bald',
    top: hex('#7d93b0'),
    trim: hex('#dfe6ee'),
    trousers: hex('#64778f'),
    stout: 1.12,
    pace: 0.7,
    skin: '#cfa27f',
  }),
  'room-203': resident({
    tall: 1.52,
    stoop: 11,
    hair: hex('#8d8780'),
    style: 'bob',
    top: hex('#cdb583'),
    trim: hex('#f6ecd2'),
    trousers: hex('#8b857a'),
    stout: 1.08,
    pace: 0.62,
  }),
  'room-205': resident({
    tall: 1.62,
    stoop: 20,
    hair: hex('#e4e2dd'),
    style: 'short',
    top: hex('#93a98f'),
    trim: hex('#e4ecdf'),
    trousers: hex('#7a8876'),
    stout: 0.98,
    pace: 0.48,
    skin: '#d3a684',
  }),
  'room-206': resident({
    tall: 1.47,
    stoop: 14,
    hair: hex('#f0eee9'),
    style: 'bob',
    top: hex('#ab9cbc'),
    trim: hex('#ece5f2'),
    trousers: hex('#8b8299'),
    stout: 1.0,
    pace: 0.52,
  }),
  'room-207': resident({
    tall: 1.68,
    stoop: 5,
    hair: hex('#77736c'),
    style: 'short',
    top: hex('#b07f6f'),
    trim: hex('#eddcd5'),
    trousers: hex('#5b5f6a'),
    stout: 1.06,
    pace: 0.75,
    skin: '#c9986f',
  }),
}

/** The staff on duty. */
export const CARERS: readonly Look[] = [
  carer({ tall: 1.6, hair: hex('#2b2320'), style: 'bun', top: hex('#5fa8a0'), stout: 0.98 }),
  carer({ tall: 1.71, hair: hex('#1f1b19'), style: 'short', top: hex('#6488b8'), stout: 1.04 }),
  carer({ tall: 1.57, hair: hex('#4a3426'), style: 'bob', top: hex('#dba3ad'), stout: 1.0 }),
]
