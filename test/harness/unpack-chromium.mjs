// Unpacks the browser of an npm package, with the libraries it wants, into TMPDIR: the package knows no other place.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
