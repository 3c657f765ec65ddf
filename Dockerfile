# The site of galo in a container:
#   docker build -t galo . && docker run --init -p 8017:8017 -v galo:/data galo

FROM python:3.13-slim AS build
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir 'build>=1.2'
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN /opt/build/bin/python -m build --wheel --outdir /wheels

FROM python:3.13-slim AS install
ENV PATH=/opt/galo/bin:$PATH \
    NUMBA_CACHE_DIR=/opt/kernels
COPY --from=build /wheels /wheels
# hadolint ignore=DL3013
RUN python -m venv /opt/galo \
    && set -- /wheels/*.whl \
    && pip install --no-cache-dir "$1[postgres]"
RUN galo warmup

FROM python:3.13-slim
RUN useradd --uid 8017 --no-create-home --home-dir /data --shell /usr/sbin/nologin galo \
    && mkdir /data \
    && chown galo:galo /data
COPY --from=install /opt/galo /opt/galo
# Writable: on another kind of processor, kernels are compiled again at the first start.
COPY --from=install --chown=galo:galo /opt/kernels /opt/kernels
ENV PATH=/opt/galo/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/opt/kernels \
    GALO_HOST=0.0.0.0 \
    GALO_PORT=8017 \
    GALO_BROWSER=0 \
    GALO_DATABASE=sqlite:////data/tables.db
USER 8017
WORKDIR /data
VOLUME /data
EXPOSE 8017
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f\"http://127.0.0.1:{os.environ['GALO_PORT']}/health\", timeout=4)"]
ENTRYPOINT ["galo"]
CMD ["serve"]
