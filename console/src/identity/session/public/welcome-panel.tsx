/** The left half of the login from the medium breakpoint up: a care home at night, one window lit. */
import { Logo } from '#ui/feedback/logo.tsx'
import { usePublicTexts } from './public-texts.ts'
import css from './welcome-panel.module.css'

export function WelcomePanel() {
  const { session: t } = usePublicTexts()
  return (
    <aside className={css.panel}>
      <NightScene />
      <span className={css.logo}>
        <Logo size={32} /> Mimamori
      </span>
      <div className={css.words}>
        <p className={css.title}>{t['welcome-title']}</p>
        <p className={css.text}>{t['welcome-text']}</p>
      </div>
    </aside>
  )
}

const STARS = [
  [60, 36, 1.6],
  [118, 90, 1.1],
  [196, 48, 1.3],
  [266, 96, 1],
  [338, 30, 1.2],
  [392, 84, 1.5],
  [452, 40, 1],
  [540, 90, 1.3],
  [600, 216, 1.2],
  [678, 52, 1.6],
  [746, 150, 1.1],
  [770, 300, 1.4],
  [70, 470, 1.2],
  [560, 180, 1],
  [206, 430, 1.3],
  [480, 470, 1],
  [36, 380, 1],
  [720, 400, 1.2],
  [330, 400, 1.1],
  [640, 130, 1],
  [160, 540, 1],
] as const

/** Windows of the home: x, y, and whether a night light burns. Only the nurses' station is bright. */
const WINDOWS = [
  [212, 668, 0],
  [272, 668, 1],
  [332, 668, 0],
  [452, 668, 0],
  [512, 668, 1],
  [572, 668, 0],
  [212, 748, 1],
  [272, 748, 0],
  [512, 748, 0],
  [572, 748, 1],
] as const

function NightScene() {
  return (
    <svg
      className={css.scene}
      viewBox="0 0 800 1000"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0.25" y2="1">
          <stop offset="0" stopColor="#0b1730" />
          <stop offset="0.55" stopColor="#14284b" />
          <stop offset="1" stopColor="#23467c" />
        </linearGradient>
        <radialGradient id="moonlight">
          <stop offset="0" stopColor="#f6e7b4" stopOpacity="0.32" />
          <stop offset="1" stopColor="#f6e7b4" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="lamplight" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#eec46a" stopOpacity="0.5" />
          <stop offset="1" stopColor="#eec46a" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M0 0h800v1000H0z" fill="url(#sky)" />
      {STARS.map(([x, y, radius]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={radius} fill="#eaf1ff" opacity="0.75" />
      ))}
      <circle cx="622" cy="400" r="150" fill="url(#moonlight)" />
      <path d="M646 350a56 56 0 1 0 32 86 46 46 0 0 1-32-86z" fill="#f6e7b4" />
      <path d="M0 720c120-80 210-66 330-20s250 10 470-70v370H0z" fill="#1b3763" />
      <path d="M0 806c150-60 300-30 420-6s260 6 380-40v240H0z" fill="#142c52" />
      <Home />
      <path d="M0 846c180-26 300-10 420-4s270-12 380-22v180H0z" fill="#0a1730" />
      <path d="M372 846h80c8 52 62 108 136 154H196c92-44 162-100 176-154z" fill="url(#lamplight)" />
      <Tree x={120} scale={1} />
      <Tree x={690} scale={1.25} />
    </svg>
  )
}

function Home() {
  return (
    <g>
      <path d="M180 640h456v206H180z" fill="#0e1e3c" />
      <path d="M156 646 232 590h352l76 56z" fill="#0a1730" />
      <path
        d="M156 646 232 590h352l76 56"
        fill="none"
        stroke="#86b4ff"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M180 726h456" stroke="#1d3760" strokeWidth="3" />
      {WINDOWS.map(([x, y, light]) => (
        <g key={`${x}-${y}`}>
          <rect x={x} y={y} width="40" height="38" rx="4" fill={light ? '#39507f' : '#1a3159'} />
          <path d={`M${x + 20} ${y}v38`} stroke="#0e1e3c" strokeWidth="2.5" />
        </g>
      ))}
      <rect x="384" y="658" width="56" height="54" rx="5" fill="#ffe7a8" />
      <g fill="#14284b">
        <circle cx="412" cy="684" r="8" />
        <path d="M396 712c0-11 7-18 16-18s16 7 16 18z" />
        <path d="M405 678c1-5 13-5 14 0l-2-1.5h-10z" />
      </g>
      <rect x="372" y="758" width="80" height="88" rx="6" fill="#ffe7a8" opacity="0.9" />
      <path d="M412 758v88" stroke="#0e1e3c" strokeWidth="4" />
      <path d="M356 752h112l-10-14H366z" fill="#86b4ff" />
      <circle cx="405" cy="806" r="2.5" fill="#0e1e3c" />
      <circle cx="419" cy="806" r="2.5" fill="#0e1e3c" />
    </g>
  )
}

function Tree({ x, scale }: { x: number; scale: number }) {
  return (
    <g transform={`translate(${x} 850) scale(${scale})`}>
      <path d="M-5 0c2-30-2-50 0-80h10c2 30-2 50 2 80z" fill="#081226" />
      <circle cx="0" cy="-110" r="46" fill="#10264a" />
      <circle cx="-30" cy="-86" r="30" fill="#0d2041" />
      <circle cx="30" cy="-84" r="32" fill="#0d2041" />
      <g fill="#e9b7c6" opacity="0.55">
        <circle cx="-14" cy="-128" r="3.5" />
        <circle cx="18" cy="-112" r="3" />
        <circle cx="-34" cy="-92" r="3" />
        <circle cx="34" cy="-88" r="3.5" />
        <circle cx="2" cy="-92" r="2.5" />
        <circle cx="-8" cy="-104" r="2.5" />
      </g>
    </g>
  )
}
