// For Jest's own runner, which loads this anew for each file and calls nothing that it exports.
import beforeFile from './end-of-file.mjs';

beforeFile();
