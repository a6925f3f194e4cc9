export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid; padding-bottom: .25rem; }
h3 { margin: 2rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .9rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .3rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
.method { display: inline-block; min-width: 3.2rem; font-weight: 700; }
.role { font-weight: 400; opacity: .75; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;
