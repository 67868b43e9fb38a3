# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# What the tests of the device run in a guest; included by ../Makefile.

DEVICE_CHECKS := $(filter-out device_record,\
	$(basename $(notdir $(wildcard tests/device_*.c))))

device-tests: $(BUILD)/device_test $(BUILD)/device_record $(BUILD)/failnth \
	$(BUILD)/latency

$(BUILD)/latency: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/latency*.c)) $(OBJ)/tests/device_common.o \
		$(OBJ)/tests/device_ring.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

$(BUILD)/device_test: $(DEVICE_CHECKS:%=$(OBJ)/tests/%.o) $(LIB).a
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^

$(BUILD)/device_record: $(OBJ)/tests/device_record.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

$(BUILD)/failnth: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/failnth*.c))
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

# What the tests of the guard run there.
guard-tests: $(BUILD)/hostile $(BUILD)/name_cost \
	$(if $(GUARD),$(BUILD)/bpf_calls)

$(OBJ)/tests/bpf_calls.o: $(OBJ)/bpf/calls.skel.h

$(BUILD)/bpf_calls: $(OBJ)/tests/bpf_calls.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(shell $(PKG_CONFIG) --libs libbpf)

$(BUILD)/hostile: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/hostile*.c))
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

$(BUILD)/name_cost: $(OBJ)/tests/name_cost.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

# What calls while bytes change, and from the midst of a task's registers.
race-tests: $(if $(GUARD),$(BUILD)/registers $(BUILD)/bpf_race)

$(OBJ)/tests/registers.o: $(OBJ)/bpf/registers.skel.h
$(OBJ)/tests/bpf_race.o: $(OBJ)/bpf/race.skel.h

$(BUILD)/registers: $(OBJ)/tests/registers.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^ $(shell $(PKG_CONFIG) --libs libbpf)

$(BUILD)/bpf_race: $(OBJ)/tests/bpf_race.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^ $(shell $(PKG_CONFIG) --libs libbpf)

# What scripts/soak runs there.
soak-tests: $(BUILD)/soak_worker race-tests

SOAK_OBJECTS := $(patsubst tests/%.c,$(OBJ)/tests/%.o,$(wildcard tests/soak*.c))

$(BUILD)/soak_worker: $(SOAK_OBJECTS) $(OBJ)/tests/device_common.o $(LIB).a
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^

# And what measures it, in a guest or without one.
device-bench: $(BUILD)/device_bench

$(BUILD)/device_bench: $(OBJ)/tests/speed.o $(LIB).a
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

.PHONY: device-tests guard-tests race-tests soak-tests device-bench
