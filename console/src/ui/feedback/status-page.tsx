/** A page with an error and links: not found, server error, maintenance. Plain CSS: also for public pages. */
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import css from './status-page.module.css'

export type StatusKind = 'not-found' | 'server-error' | 'maintenance'

type Props = { kind: StatusKind; title: string; help: string; action: ReactNode }

export function StatusPage({ kind, title, help, action }: Props) {
  return (
    <main className={css.page}>
      <StatusImage kind={kind} />
      <h1 className={css.title}>{title}</h1>
      <p className={css.help}>{help}</p>
      {action}
      <span className={css.logo}>
        <Logo size={20} /> Mimamori
      </span>
    </main>
  )
}

/** A hallway at night: an empty doorway, a flickering lamp, or a lamp with a ladder under it (GEN-08). */
function StatusImage({ kind }: { kind: StatusKind }) {
  return (
    <svg width="320" height="220" viewBox="0 0 320 220" aria-hidden focusable="false" className={css.image}>
      <ellipse cx="160" cy="204" rx="140" ry="8" fill="var(--sunken)" />
      <path d="M40 200V56a16 16 0 0 1 16-16h208a16 16 0 0 1 16 16v144z" fill="var(--primary-soft)" />
      <path d="M40 176h240v24H40z" fill="var(--primary)" opacity="0.12" />
      <path d="M160 40v16" stroke="var(--line-strong)" strokeWidth="3" />
      <path
        d="M140 72a20 20 0 0 1 40 0z"
        fill={kind === 'not-found' ? 'var(--medium)' : 'var(--line-strong)'}
        opacity="0.9"
      />
      {kind === 'not-found' && (
        <>
          <path d="M142 74 96 200h128L178 74z" fill="var(--medium)" opacity="0.13" />
          <path
            d="M124 200v-84a6 6 0 0 1 6-6h60a6 6 0 0 1 6 6v84z"
            fill="var(--surface)"
            stroke="var(--line-strong)"
            strokeWidth="3"
          />
          <path d="M136 200v-72h48v72" fill="var(--bg)" stroke="var(--line-strong)" strokeWidth="2" />
          <path
            d="M149 150a11 11 0 1 1 15.5 10c-3 1.5-4.5 3.5-4.5 7v2"
            fill="none"
            stroke="var(--primary)"
            strokeWidth="4"
            strokeLinecap="round"
          />
          <circle cx="160" cy="181" r="2.8" fill="var(--primary)" />
        </>
      )}
      {kind === 'server-error' && (
        <>
          <path
            d="m196 62 12-8M200 76h14M120 76h-14M124 62l-12-8"
            stroke="var(--medium)"
            strokeWidth="3"
            strokeLinecap="round"
          />
          <rect
            x="112"
            y="108"
            width="96"
            height="26"
            rx="8"
            fill="var(--surface)"
            stroke="var(--line-strong)"
            strokeWidth="3"
          />
          <rect
            x="112"
            y="138"
            width="96"
            height="26"
            rx="8"
            fill="var(--surface)"
            stroke="var(--critical)"
            strokeWidth="3"
          />
          <rect
            x="112"
            y="168"
            width="96"
            height="26"
            rx="8"
            fill="var(--surface)"
            stroke="var(--line-strong)"
            strokeWidth="3"
          />
          <circle cx="126" cy="121" r="4" fill="var(--ok)" />
          <path d="m122 147 8 8m0-8-8 8" stroke="var(--critical)" strokeWidth="3" strokeLinecap="round" />
          <circle cx="126" cy="181" r="4" fill="var(--ok)" />
          <path d="M144 121h50M144 151h50M144 181h50" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
        </>
      )}
      {kind === 'maintenance' && (
        <>
          <path
            d="m132 200 22-108h12l22 108M137 176h46M142 152h36M147 128h26"
            fill="none"
            stroke="var(--primary)"
            strokeWidth="5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path
            d="M214 200v-22a8 8 0 0 1 8-8h24a8 8 0 0 1 8 8v22z"
            fill="var(--surface)"
            stroke="var(--line-strong)"
            strokeWidth="3"
          />
          <path d="M226 170v-6a8 8 0 0 1 16 0v6M214 184h40" fill="none" stroke="var(--line-strong)" strokeWidth="3" />
        </>
      )}
    </svg>
  )
}
