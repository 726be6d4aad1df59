// Written in the JavaScript of 2009: every browser must be able to read it.
;(() => {
  var pages = __PAGES__
  var at = 0
  if (!isNewEnough()) {
    // The console looks for this place, and starts nowhere else.
    document.body.removeChild(document.getElementById('root'))
    document.title = pages[0].title
    for (; at < pages.length; at++) show(pages[at])
  }

  function isNewEnough() {
    try {
      // What came last to one of the browsers of the list.
      ;/(?<=a)b/u
      return (
        'noModule' in document.createElement('script') &&
        'toSorted' in Array.prototype &&
        CSS.supports('container-type', 'inline-size') &&
        CSS.supports('color', 'color-mix(in srgb, red, red)')
      )
    } catch (_error) {
      return false
    }
  }

  function show(page) {
    var part = document.createElement('section')
    var line = 0
    part.lang = page.lang
    part.style.cssText = 'max-width:36em;margin:2em auto;padding:0 1.5em;font:18px/1.6 sans-serif'
    add(part, 'h1', 'margin:0;font-size:24px', page.title)
    for (; line < page.lines.length; line++) add(part, 'p', 'margin:12px 0 0', page.lines[line])
    document.body.appendChild(part)
  }

  function add(place, tag, style, text) {
    var element = document.createElement(tag)
    element.style.cssText = style
    element.appendChild(document.createTextNode(text))
    place.appendChild(element)
  }
})()
