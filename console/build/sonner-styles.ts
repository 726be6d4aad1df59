/** Vite plugin: sonner writes its styles into the page by script, which the content policy refuses; take its file instead. */
import type { Plugin } from 'vite'

const SCRIPTED = /^__insertCSS\(".*"\);?$/m

export function sonnerStyles(): Plugin {
  return {
    name: 'sonner-styles',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler: (code) => {
        if (!SCRIPTED.test(code)) throw new Error('sonner no longer inserts its styles the known way')
        return { code: `import 'sonner/dist/styles.css'\n${code.replace(SCRIPTED, '')}`, map: null }
      },
    },
  }
}
