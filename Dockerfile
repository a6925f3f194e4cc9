# Builds the package, then keeps only what runs.
# The full image: a native module without a prebuilt binary is compiled here.
# A tag moves: pin both by digest (docs/operations.md, Who can read it). They are not pinned here, since no registry of
# images was within reach where this was made, and a digest that nobody pulled is a guess.
ARG NODE_IMAGE=node:22
ARG NODE_SLIM_IMAGE=node:22-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY migrations ./migrations
COPY src ./src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM ${NODE_SLIM_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/counterfoil.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir --mode=0700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the service, which ends within its bound.
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["serve"]
