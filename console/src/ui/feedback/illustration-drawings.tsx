/** Drawings for empty, unmatched and broken places, in the theme's own colours; hidden from assistive technology (GEN-08). */

/** A quiet room at night: nothing has happened. */
export function NothingYet() {
  return (
    <svg width="176" height="132" viewBox="0 0 176 132" aria-hidden="true" focusable="false">
      <ellipse cx="88" cy="118" rx="72" ry="6" fill="var(--sunken)" />
      <rect x="22" y="16" width="132" height="100" rx="12" fill="var(--primary-soft)" />
      <rect
        x="40"
        y="30"
        width="44"
        height="44"
        rx="6"
        fill="var(--surface)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <path d="M62 30v44M40 52h44" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M76 37a8 8 0 1 0 5 13 9 9 0 0 1-5-13z" fill="var(--medium)" opacity="0.75" />
      <path d="M34 106V84M142 106V94" stroke="var(--low)" strokeWidth="4" strokeLinecap="round" />
      <path d="M34 100h108v-8a8 8 0 0 0-8-8H62l-6 6H34z" fill="var(--primary)" opacity="0.28" />
      <path
        d="M38 90h18l8-8a6 6 0 0 0-4-2H44a6 6 0 0 0-6 6z"
        fill="var(--surface)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <g fill="none" stroke="var(--primary)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M104 40h10l-10 12h10M122 30h7l-7 9h7" />
      </g>
    </svg>
  )
}

/** A lens over an empty sheet: the filters leave nothing. */
export function NothingMatches() {
  return (
    <svg width="176" height="132" viewBox="0 0 176 132" aria-hidden="true" focusable="false">
      <ellipse cx="88" cy="118" rx="66" ry="6" fill="var(--sunken)" />
      <rect
        x="34"
        y="18"
        width="86"
        height="94"
        rx="10"
        fill="var(--surface)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <g stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round">
        <path d="M50 38h34M50 54h22M50 70h16" />
      </g>
      <circle cx="106" cy="70" r="27" fill="var(--primary-soft)" stroke="var(--primary)" strokeWidth="4" />
      <path d="m126 90 18 18" stroke="var(--primary)" strokeWidth="8" strokeLinecap="round" />
      <path d="M97 79c2-5 5-7 9-7s7 2 9 7" fill="none" stroke="var(--primary)" strokeWidth="3" strokeLinecap="round" />
      <g fill="var(--primary)">
        <circle cx="98" cy="63" r="2.5" />
        <circle cx="114" cy="63" r="2.5" />
      </g>
    </svg>
  )
}

/** A camera with its cable out: something broke. */
export function Broken() {
  return (
    <svg width="176" height="132" viewBox="0 0 176 132" aria-hidden="true" focusable="false">
      <ellipse cx="88" cy="118" rx="66" ry="6" fill="var(--sunken)" />
      <path
        d="M88 76v22a12 12 0 0 1-12 12H58"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M50 103v14M44 106v8" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <rect
        x="46"
        y="28"
        width="78"
        height="50"
        rx="14"
        fill="var(--primary-soft)"
        stroke="var(--primary)"
        strokeWidth="3"
      />
      <path
        d="M124 46l18-8v30l-18-8z"
        fill="var(--primary-soft)"
        stroke="var(--primary)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="80" cy="53" r="15" fill="var(--surface)" stroke="var(--primary)" strokeWidth="3" />
      <path d="m75 48 10 10M85 48 75 58" stroke="var(--critical)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="110" cy="40" r="3" fill="var(--critical)" />
      <path d="M150 100l5-8M160 108l9-3M146 114l-2-1" stroke="var(--medium)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
