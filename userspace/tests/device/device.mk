# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# What the tests of the device run in a guest; included by ../Makefile.

DEVICE_CHECKS := $(basename $(notdir $(wildcard tests/device/device_*.c)))

device-tests: $(BUILD)/device_test $(BUILD)/failnth $(BUILD)/latency

$(BUILD)/latency: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/device/latency*.c)) $(OBJ)/tests/device/device_common.o \
		$(OBJ)/tests/worker.o $(OBJ)/tests/device/device_ring.o
	$(call link,$(LDFLAGS))

$(BUILD)/device_test: $(DEVICE_CHECKS:%=$(OBJ)/tests/device/%.o) $(OBJ)/tests/worker.o $(LIB).a
	$(call link,$(LDFLAGS) -pthread)

$(BUILD)/failnth: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/device/failnth*.c)) $(patsubst %,$(OBJ)/tests/%.o,worker device/device_common)
	$(call link,$(LDFLAGS))

# What the tests of the guard run there.
BPF_TESTS := bpf_calls bpf_empty bpf_pointers bpf_nest

guard-tests: $(BUILD)/hostile $(BUILD)/lodger $(BUILD)/name_cost \
	$(if $(GUARD),$(addprefix $(BUILD)/,$(BPF_TESTS) old_guard))

$(BPF_TESTS:%=$(OBJ)/tests/guard/%.o): $(OBJ)/tests/guard/bpf_%.o: $(OBJ)/bpf/%.skel.h

$(addprefix $(BUILD)/,$(BPF_TESTS)): $(BUILD)/%: $(OBJ)/tests/guard/%.o
	$(call link,$(LDFLAGS),$(shell $(PKG_CONFIG) --libs libbpf))

# The guard of the first ABI: in its header the policy ends with what it had then.
$(OBJ)/old/linux/utf8check.h: ../module/include/uapi/linux/utf8check.h
	$(Q)mkdir -p $(@D)
	$(Q)sed '/^struct utf8check_policy {/,/^}/ { /reserved/d }' $< > $@

$(OBJ)/old/guard.bpf.o: BPF_INCLUDES := -I$(OBJ)/old $(BPF_INCLUDES)
$(OBJ)/old/guard.bpf.o: bpf/guard.bpf.c $(wildcard bpf/*.h) $(OBJ)/old/linux/utf8check.h $(OBJ)/guard
	$(call say,BPF)
	$(Q)$(BPF_COMPILE) -c -o $@ $<

$(OBJ)/old/guard.skel.h: $(OBJ)/old/guard.bpf.o
	$(call say,GEN)
	$(Q)$(BPFTOOL) gen skeleton $< name guard_bpf > $@

$(BUILD)/old_guard: private INCLUDES := -I$(OBJ)/old -Ibpf -Icli -I. $(INCLUDES)
$(BUILD)/old_guard: tests/guard/old_guard.c $(GUARD_OBJECTS:$(OBJ)/%.o=%.c) $(OBJ)/old/guard.skel.h \
		$(filter-out %/main.o,$(CLI_OBJECTS)) $(LIB).a
	$(call say,LD)
	$(Q)$(COMPILE) -MF $(OBJ)/old/old_guard.d -pthread -o $@ $(filter-out %.h,$^) $(LDFLAGS) $(shell $(PKG_CONFIG) --libs json-c) -lm -ldl

$(BUILD)/hostile: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/guard/hostile*.c))
	$(call link,$(LDFLAGS))

$(BUILD)/lodger: $(OBJ)/tests/guard/lodger.o
	$(call link,$(LDFLAGS))

$(BUILD)/name_cost: $(OBJ)/tests/guard/name_cost.o
	$(call link,$(LDFLAGS))

# What calls while bytes change, and from the midst of a task's registers.
race-tests: $(if $(GUARD),$(BUILD)/registers $(BUILD)/bpf_race)

$(OBJ)/tests/race/registers.o: $(OBJ)/bpf/registers.skel.h
$(OBJ)/tests/race/bpf_race.o: $(OBJ)/bpf/race.skel.h

$(BUILD)/registers: $(patsubst %,$(OBJ)/tests/%.o,race/registers worker device/device_common)
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^ $(shell $(PKG_CONFIG) --libs libbpf)

$(BUILD)/bpf_race: $(OBJ)/tests/race/bpf_race.o $(OBJ)/tests/worker.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^ $(shell $(PKG_CONFIG) --libs libbpf)

# What scripts/suites/soak runs there.
soak-tests: $(BUILD)/soak_worker

SOAK_OBJECTS := $(patsubst tests/%.c,$(OBJ)/tests/%.o,$(wildcard tests/soak/soak*.c))

$(BUILD)/soak_worker: $(SOAK_OBJECTS) $(patsubst %,$(OBJ)/tests/%.o,worker device/device_common device/device_ring) $(LIB).a
	$(call link,$(LDFLAGS) -pthread)

.PHONY: device-tests guard-tests race-tests soak-tests
